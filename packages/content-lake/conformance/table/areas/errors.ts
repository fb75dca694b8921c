import type {Area} from '../Feature.ts'

export const errors: Area = {
  title: 'HTTP: errors',
  introduction: 'A refusal is a 4xx in the shape of the hosted API, a fault of the lake a 5xx.',
  file: 'conformance/http/errors.test.ts',
  features: [
    ['`documentAlreadyExistsError`', 'yes', 'a taken id is a documentAlreadyExistsError'],
    ['`documentNotFoundError`', 'yes', 'a patch of what is not there is a documentNotFoundError'],
    [
      '`documentRevisionIDDoesNotMatchError`',
      'yes',
      'a wrong revision is a documentRevisionIDDoesNotMatchError with both revisions',
    ],
    [
      '`documentHasExistingReferencesError`',
      'yes',
      'deleting what is referenced is a documentHasExistingReferencesError with who references it',
    ],
    [
      '`documentReferenceDoesNotExistError`',
      'yes',
      'a strong reference to nothing is a documentReferenceDoesNotExistError',
    ],
    [
      '`cannotModifyImmutableAttributeError`',
      'partly',
      'is refused as hosted Sanity refuses it',
      'a patch that changes `_type` is a plain 400; a draft takes the type of what is published; the fields of an asset that describe its file are immutable, too',
      'src/documents/immutable.test.ts',
    ],
    ['`actionError`', 'yes', 'a refused action has the same shape, under the name actionError'],
    ['`queryParseError`', 'yes', 'a query that cannot be read is a queryParseError with its span'],
    ['HTTP errors', 'yes', 'an unknown dataset, a missing query and a missing token are plain HTTP errors'],
    [
      'Faults',
      'yes',
      'a fault of the lake is a 5xx without its details, which are logged',
      '',
      'src/http/http.test.ts',
    ],
  ],
}
