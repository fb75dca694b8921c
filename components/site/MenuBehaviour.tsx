'use client'

import {useEffect} from 'react'
import {watchMenu} from './watchMenu'

/** What the menu's sheet cannot do by itself: keep the focus inside, and close on Back and on navigation. */
export function MenuBehaviour() {
  useEffect(watchMenu, [])
  return null
}
