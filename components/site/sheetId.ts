/** The menu's id: its buttons, its anchor and its script go by it. */
export const sheetId = 'site-menu'
