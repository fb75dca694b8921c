import {describe, expect, it} from 'vitest'
import {site} from '@/components/testing/fixtures'
import {neighboursOf} from './ModulePager'

const groups = site.navigation?.menu ?? []

describe('the neighbours of a page', () => {
  it('are the links before and after it in its menu group', () => {
    expect(neighboursOf('/lims', groups).next?.route).toBe('/about')
    expect(neighboursOf('/about', groups).previous?.route).toBe('/lims')
  })

  it('end with the group', () => {
    expect(neighboursOf('/lims', groups).previous).toBeUndefined()
    expect(neighboursOf('/about', groups).next).toBeUndefined()
  })

  it('are none for a page that the menu does not list', () => {
    expect(neighboursOf('/privacy', groups)).toEqual({})
  })
})
