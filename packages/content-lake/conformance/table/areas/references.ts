import type {Area} from '../Feature.ts'

const MUTATE = 'conformance/http/mutate.test.ts'
const ACTIONS = 'src/documents/actions.test.ts'

export const references: Area = {
  title: 'HTTP: references',
  introduction: '',
  file: 'src/documents/references.test.ts',
  features: [
    [
      'Strong references on create and patch',
      'yes',
      'a strong reference to a missing document is refused on create and on patch',
    ],
    ['Strong references of drafts', 'yes', 'drafts are held to their strong references like any document'],
    [
      'Strong references on delete',
      'yes',
      'a document that is referenced strongly cannot be deleted; the error names who references it',
    ],
    [
      'Strong references on publish',
      'yes',
      'publish refuses when the reference that becomes strong points nowhere, and keeps the draft',
      '',
      ACTIONS,
    ],
    [
      'Strong references on unpublish',
      'yes',
      'a document that others reference strongly can be neither unpublished nor deleted',
      '',
      ACTIONS,
    ],
    [
      'Within one transaction',
      'yes',
      'documents that reference each other can be created together in any order, and deleted together',
    ],
    [
      'Weak references',
      'yes',
      'what is only referenced weakly can be deleted, and the reference then leads nowhere',
      '',
      MUTATE,
    ],
    ['From weak to strong', 'yes', 'a weak reference can become strong only while its document exists', '', MUTATE],
    ['From strong to weak', 'yes', 'a strong reference that becomes weak no longer holds its document', '', MUTATE],
    [
      'References into other datasets',
      'partly',
      'weak references, and those into other datasets, may point nowhere',
      'stored; `->` finds the document of this dataset with the same id, if there is one, and else nothing',
    ],
  ],
}
