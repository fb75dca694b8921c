import {expect, test} from 'vitest'
import {UNSUPPORTED_FUNCTIONS} from '../../src/query/groq.ts'
import {groqCases, refused} from './groqCases.ts'

const named = (name: string) => refused(new RegExp(`does not support the function ${name}\\(\\)`))

groqCases({
  'geometry is refused, whether or not any document has some': [
    ['geo::latLng(31.2, 121.5)', named('geo::latLng')],
    ['*[_type == "nothing" && geo::contains(area, place)]', named('geo::contains')],
    ['*[geo::intersects(area, $area)]', named('geo::intersects'), {area: null}],
    ['* | order(geo::distance(place, other))', named('geo::distance')],
    ['geo({"lat": 31.2, "lng": 121.5})', refused(/Undefined function: geo/)],
  ],
  'the constructor pt() is refused; pt::text() needs none': [['pt([])', refused(/Undefined function: pt/)]],
  'search by meaning is refused': [
    ['* | score(text::semanticSimilarity("looms"))', named('text::semanticSimilarity')],
    ['*[title match text::semanticSimilarity("looms")]', named('text::semanticSimilarity')],
  ],
  'text::query() works on the right of match, with a text that no document decides': [
    ['*[@ match text::query("analytical -loom")]._id', ['engine']],
    ['*[title match text::query($words)]._id', ['engine'], {words: '"analytical engine"'}],
    ['text::query("a")', named('text::query')],
    ['*[title match text::query(name)]', named('text::query')],
  ],
  'functions of other datasets, media libraries and user attributes are refused': [
    ['documents::get("dataset:local.other:a")', named('documents::get')],
    ['*[documents::incomingRefCount() > 0]', named('documents::incomingRefCount')],
    [
      '*{"n": documents::incomingGlobalDocumentReferenceCount()}',
      named('documents::incomingGlobalDocumentReferenceCount'),
    ],
    ['*[media::aspect(asset, "title") == "a"]', named('media::aspect')],
    ['user::attributes()', named('user::attributes')],
    ['*[anywhere(a == 1)]', named('anywhere')],
  ],
})

test('each refusal says why', () => {
  for (const reason of Object.values(UNSUPPORTED_FUNCTIONS))
    expect(reason).toMatch(/^(it|its users) (has|have|holds|can) /)
})
