import {describe, expect, it} from 'vitest'
import {renderMarkup} from '@/components/markup/StaticMarkup'
import {readMarkup} from './readMarkup'

const read = (node: Parameters<typeof renderMarkup>[0]) => readMarkup(renderMarkup(node), 'https://example.com')
const markdownOf = (node: Parameters<typeof renderMarkup>[0]) =>
  read(node).flatMap(({lines}) => lines.map(({markdown}) => markdown))

describe('text read from a page’s markup', () => {
  it('begins a section at each id of one, and keeps what stands before', () => {
    const sections = read(
      <>
        <h1>Title</h1>
        <section>
          <h2 id="section-a">First</h2>
          <p>One.</p>
        </section>
        <div id="section-b">
          <p>Two.</p>
        </div>
      </>,
    )
    expect(sections.map(({id, heading, lines}) => [id, heading, lines.map(({text}) => text)])).toEqual([
      [undefined, undefined, ['Title']],
      ['section-a', 'First', ['First', 'One.']],
      ['section-b', undefined, ['Two.']],
    ])
  })

  it('has no characters that nobody sees, which would part a word, and keeps emoji whole', () => {
    const [section] = read(<p>{'\u200bbusi\u200bness\u00ad flow\u00a0test \u2060👩‍💻'}</p>)
    expect(section?.lines.map(({text}) => text)).toEqual(['business flow test 👩‍💻'])
  })

  it('tells names and questions from sentences and from example data', () => {
    const [section] = read(
      <>
        <dl>
          <dt>Engineer</dt>
          <dd>Runs the test.</dd>
        </dl>
        <details>
          <summary>Is it safe?</summary>
          <p>It is.</p>
        </details>
        <div data-sample="">EX-017</div>
      </>,
    )
    expect(section?.lines.map(({kind, text}) => [kind, text])).toEqual([
      ['title', 'Engineer'],
      ['prose', 'Runs the test.'],
      ['title', 'Is it safe?'],
      ['prose', 'It is.'],
      ['sample', 'EX-017'],
    ])
  })

  it('leaves out what readers do not get: controls, drawings, navigation, what is hidden', () => {
    expect(
      markdownOf(
        <>
          <nav>
            <a href="/h5">Home</a>
          </nav>
          <button type="button">
            <svg aria-hidden="true">
              <path d="M0 0" />
            </svg>
            Press
          </button>
          <p hidden>Secret</p>
          <p>
            Seen <span aria-hidden="true">not</span>
            <input name="a" />
          </p>
          <svg role="img" aria-label="A drawing">
            <text>EX</text>
          </svg>
        </>,
      ),
    ).toEqual(['Seen', '*A drawing*'])
  })

  it('writes lists, tables and links, with absolute addresses and none within the page', () => {
    expect(
      markdownOf(
        <>
          <ol>
            <li>
              <h3>
                <a href="/h5/lims">LIMS</a>
              </h3>
              <p>Runs tests.</p>
            </li>
          </ol>
          <ul>
            <li>
              See <a href="#top">above</a>
            </li>
          </ul>
          <table>
            <tbody>
              <tr>
                <th>Clause</th>
                <th>Record</th>
              </tr>
              <tr>
                <td>7.5</td>
                <td>a|b</td>
              </tr>
            </tbody>
          </table>
        </>,
      ),
    ).toEqual([
      '1. **[LIMS](<https://example.com/h5/lims>)**',
      '   Runs tests.',
      '- See above',
      '| Clause | Record |\n| --- | --- |',
      '| 7.5 | a\\|b |',
    ])
  })

  it('keeps a row’s cells in their columns: an empty one, and one with details', () => {
    expect(
      markdownOf(
        <table>
          <thead>
            <tr>
              <th>Order</th>
              <th>Device</th>
              <th>Status</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th>EX-1</th>
              <td />
              <td>Waiting</td>
            </tr>
            <tr>
              <td colSpan={3}>
                <dl>
                  <div data-narrow="">
                    <dt>Status</dt>
                    <dd>Waiting</dd>
                  </div>
                  <div>
                    <dt>Sample</dt>
                    <dd>Brake disc</dd>
                  </div>
                </dl>
                <p>Rig B is booked.</p>
              </td>
            </tr>
            <tr>
              <td colSpan={3}>
                <button type="button">Book</button>
              </td>
            </tr>
          </tbody>
        </table>,
      ),
    ).toEqual([
      '| Order | Device | Status |\n| --- | --- | --- |',
      '| EX-1 |  | Waiting |',
      '| Sample: Brake disc · Rig B is booked. |',
    ])
  })

  it('cannot be made to write Markdown by what an editor typed', () => {
    expect(markdownOf(<p>{'# <b>*x*</b> [a](b) `c` & "d"'}</p>)).toEqual([
      '\\# \\<b>\\*x\\*\\</b> \\[a\\](b) \\`c\\` & "d"',
    ])
  })

  it('joins Chinese that styles break into phrases, and parts Latin words that they set apart', () => {
    const [section] = read(
      <>
        <p>
          <span>试验</span>
          <span>委托</span>
        </p>
        <p>
          <span>LIMS</span>
          <span>System</span>
        </p>
      </>,
    )
    expect(section?.lines.map(({text}) => text)).toEqual(['试验委托', 'LIMS System'])
  })
})
