import {ThemeProvider} from '@sanity/ui'
import {buildTheme} from '@sanity/ui/theme'
import type {ReactNode} from 'react'
import {StyleSheetManager} from 'styled-components'

const theme = buildTheme()
const outsideDocument = document.createElement('div')

/** The Studio's theme for tests in jsdom. Its styles stay out of the document: jsdom would spend half of a test's time on them. */
export const StudioTheme = ({children}: {children: ReactNode}) => (
  <StyleSheetManager target={outsideDocument}>
    <ThemeProvider theme={theme}>{children}</ThemeProvider>
  </StyleSheetManager>
)
