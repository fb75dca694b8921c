/** Topics of a buyer's IT and quality people, in the order of the page. Words: `buyerTopics` in `i18n/messages`. */
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
