'use client'

import {Component, type ReactNode} from 'react'

interface ErrorPageBoundaryProps {
  title: string
  goHome: string
  home: string
  children: ReactNode
}

/** The last resort: when the error page itself fails, words and a link that need nothing else. */
export class ErrorPageBoundary extends Component<ErrorPageBoundaryProps, {failed: boolean}> {
  override state = {failed: false}

  static getDerivedStateFromError() {
    return {failed: true}
  }

  override render() {
    const {title, goHome, home, children} = this.props
    if (!this.state.failed) return children
    return (
      <main>
        <h1>{title}</h1>
        <a href={home}>{goHome}</a>
      </main>
    )
  }
}
