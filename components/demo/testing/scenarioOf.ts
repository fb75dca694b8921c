import {documentOf, productOf, roleOf} from '@/components/testing/fixtures'
import type {Drawing} from '@/sanity/projections/drawing'
import type {Scenario} from '@/sanity/projections/scenario'

interface ScenarioOptions {
  cells?: string
  states?: boolean
  /** The row of the screen in which the choices stand. */
  row?: number
}

/** A scenario of two steps; the first has a refused and an accepted choice. */
export function scenarioOf({cells = 'Order|EX-017', states = false, row}: ScenarioOptions = {}): Scenario {
  const screen: Drawing = {
    _key: 'picture',
    _type: 'screen',
    kind: 'form',
    title: 'Test order',
    alternative: 'What the screen shows',
    rows: [{_key: 'row', cells}],
  }
  const diagram: Drawing = {
    _key: 'picture',
    _type: 'states',
    alternative: 'Two states',
    states: [
      {_key: 'a', name: 'Valid', tone: 'active'},
      {_key: 'b', name: 'Ended', tone: 'ended'},
    ],
    transitions: [{_key: 't', from: 1, to: 2, label: 'ends'}],
  }
  const picture = states ? diagram : screen
  return {
    ...documentOf('scenario', 'scenario-one'),
    title: 'A test order',
    summary: 'From request to report',
    subject: 'Order EX-017',
    _createdAt: '2026-01-01T00:00:00Z',
    anchor: 'lims',
    formerAnchors: [],
    product: productOf('LIMS'),
    steps: [
      {
        _key: 'one',
        heading: 'Approve',
        text: 'The director approves.',
        role: roleOf('Director'),
        state: 'Approved',
        tone: 'active',
        picture,
        question: 'What do you do?',
        choices: [
          {
            _key: 'no',
            label: 'Assign now',
            outcome: 'refused',
            answer: 'Cannot assign.',
            reason: 'Approval is first.',
            row,
          },
          {_key: 'yes', label: 'Approve', outcome: 'accepted', answer: 'Approved.', picture, row},
        ],
      },
      {_key: 'two', heading: 'Report', text: 'It is issued.', state: 'Issued', tone: 'ended', picture},
    ],
  }
}
