/** What a buyer's IT and quality people ask, in the order in which a page shows it. Words: `buyerTopics` in `i18n/messages`. */
export const buyerTopics = [
  'deployment',
  'interfaces',
  'signOn',
  'backup',
  'auditTrail',
  'migration',
  'introduction',
  'training',
  'price',
] as const
