import {describe, expect, it} from 'vitest'
import {layoutStates} from './layoutStates'

const states = ['Draft', 'In approval', 'Approved', 'Assigned'].map((name) => ({name}))
const transition = (from: number, to: number) => ({_key: `${from}-${to}`, from, to, label: 'goes on'})

describe('the layout of a state diagram', () => {
  it('places the states below each other without overlap', () => {
    const {states: placed} = layoutStates(states, [])
    placed.slice(1).forEach((state, index) => {
      const above = placed[index]
      expect(above && state.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
    })
  })

  it('leads a transition to the next state straight down and gives any other a lane', () => {
    const {transitions} = layoutStates(states, [transition(1, 2), transition(3, 1)])
    expect(transitions.map(({path}) => /Q/.test(path))).toEqual([false, true])
  })

  it('keeps every label within the box', () => {
    const all = [transition(1, 2), transition(2, 1), transition(1, 3), transition(3, 1), transition(4, 2)]
    const {transitions, width, height} = layoutStates(states, all)
    for (const {label} of transitions) {
      expect(label.x).toBeGreaterThan(0)
      expect(label.x).toBeLessThan(width)
      expect(label.y).toBeLessThan(height)
    }
  })

  it('is as wide as its lanes, and never wider than a phone', () => {
    const widthOf = (...transitions: ReturnType<typeof transition>[]) => layoutStates(states, transitions).width
    const [none, one, three] = [
      widthOf(transition(1, 2)),
      widthOf(transition(1, 2), transition(2, 1)),
      widthOf(transition(2, 1), transition(3, 1), transition(4, 1)),
    ]
    expect(none).toBeLessThan(150)
    expect(one).toBeGreaterThan(none)
    expect(three).toBeGreaterThan(one)
    // A figure on a phone of 320 px has 262; labels of 13 px scaled to it are 12.
    expect(three).toBeLessThanOrEqual((262 * 13) / 12)
  })

  it('gives lanes that meet at one state places of their own', () => {
    const {transitions} = layoutStates(states, [transition(3, 1), transition(4, 1)])
    const ends = transitions.map(({path}) => path.match(/Q\S+ (\d+) \d+ \d+H\d+$/)?.[1] ?? path)
    expect(new Set(ends).size).toBe(2)
  })
})
