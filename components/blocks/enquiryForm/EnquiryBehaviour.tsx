'use client'

import {useEffect} from 'react'
import {type SpokenWords, watchForm} from './watchForm'

/** Draws nothing: makes the form answer without leaving the page. */
export function EnquiryBehaviour({words}: {words: SpokenWords}) {
  useEffect(() => watchForm(words), [words])
  return null
}
