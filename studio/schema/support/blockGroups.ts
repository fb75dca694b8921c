import {label} from './bilingual.ts'

/** How the menu that adds a block arranges them. */
export const blockGroups = [
  {name: 'text', title: label('文字', 'Text'), of: ['prose', 'points', 'rules', 'faq']},
  {
    name: 'diagrams',
    title: label('图示', 'Diagrams'),
    of: ['flow', 'lanes', 'states', 'timeline', 'comparison', 'architecture', 'roles', 'claims'],
  },
  {name: 'screens', title: label('画面', 'Screens'), of: ['screen']},
  {
    name: 'overviews',
    title: label('一览', 'Overviews'),
    of: ['productGrid', 'capabilityGrid', 'moduleMap', 'relatedModules'],
  },
  {name: 'contact', title: label('联系', 'Contact'), of: ['enquiryForm', 'contactDetails', 'callToAction']},
]
