import type {Area} from '../Feature.ts'

const UNSUPPORTED = 'conformance/groq/unsupported.test.ts'

export const groqNamespaces: Area = {
  title: 'GROQ: functions of other namespaces',
  introduction: '',
  file: 'conformance/groq/namespaces.test.ts',
  features: [
    ['`array::compact()`', 'yes', 'array::compact() leaves nulls out'],
    ['`array::intersects()`', 'yes', 'array::intersects() tells whether two arrays share a value'],
    ['`array::join()`', 'yes', 'array::join() joins scalar values with a text between them'],
    ['`array::unique()`', 'yes', 'array::unique() keeps the first of equal values; arrays and objects equal nothing'],
    ['`dateTime::now()`', 'yes', 'dateTime::now() is the current time'],
    [
      '`delta::changedAny()`, `delta::changedOnly()`, `delta::operation()`',
      'partly',
      'delta::changedAny() and delta::changedOnly() compare the two',
      'in the filters and projections of webhooks, as the specification wants it',
      'conformance/groq/delta.test.ts',
    ],
    ['`diff::changedAny()`', 'yes', 'diff::changedAny() tells whether anything that a selector names differs'],
    ['`diff::changedOnly()`', 'yes', 'diff::changedOnly() tells whether nothing else differs'],
    ['`math::avg()`', 'yes', 'math::avg() is the mean of numbers, null for none'],
    ['`math::max()`, `math::min()`', 'yes', 'math::min() and math::max() find the extremes of numbers, null for none'],
    ['`math::sum()`', 'yes', 'math::sum() adds numbers and ignores nulls'],
    ['`pt::text()`', 'yes', 'pt::text() is the plain text of Portable Text, an empty line between blocks'],
    ['`releases::all()`', 'yes', 'releases::all() lists the documents of releases'],
    [
      '`sanity::dataset()`, `sanity::projectId()`',
      'yes',
      'sanity::projectId() and sanity::dataset() say where the query runs',
    ],
    ['`sanity::partOfRelease()`', 'yes', 'sanity::partOfRelease() finds the versions of a release'],
    [
      '`sanity::versionOf()`',
      'yes',
      'sanity::versionOf() finds the draft, the versions and the published document of an id',
    ],
    ['`string::lower()`, `string::upper()`', 'yes', 'string::lower() and string::upper() are lower() and upper()'],
    ['`string::split()`', 'yes', 'string::split() splits at a text, or into characters'],
    ['`string::startsWith()`', 'yes', 'string::startsWith() compares the beginning of a text'],
    [
      '`text::query()`',
      'partly',
      'text::query() works on the right of match, with a text that no document decides',
      'words, prefixes, phrases, exclusions; not its ranking',
      UNSUPPORTED,
    ],
    ['`text::semanticSimilarity()`', 'no', 'search by meaning is refused', 'no embeddings', UNSUPPORTED],
    [
      '`geo::contains()`, `geo::distance()`, `geo::intersects()`, `geo::latLng()`',
      'no',
      'geometry is refused, whether or not any document has some',
      'no geometry',
      UNSUPPORTED,
    ],
    [
      '`documents::get()`, `documents::incomingGlobalDocumentReferenceCount()`',
      'no',
      'functions of other datasets, media libraries and user attributes are refused',
      'one lake is one dataset',
      UNSUPPORTED,
    ],
    [
      '`media::aspect()`, `user::attributes()`',
      'no',
      'functions of other datasets, media libraries and user attributes are refused',
      'hosted services',
      UNSUPPORTED,
    ],
  ],
}
