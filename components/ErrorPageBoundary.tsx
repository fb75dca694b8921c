'use client'

import {Component, type ReactNode} from 'react'
import type {Locale} from '@/lib/locales'
import {LastWords} from './LastWords'

interface ErrorPageBoundaryProps {
  locale: Locale
  children: ReactNode
}

/** The last resort: when the error page itself fails, the plainest words take its place. */
export class ErrorPageBoundary extends Component<ErrorPageBoundaryProps, {failed: boolean}> {
  override state = {failed: false}

  static getDerivedStateFromError() {
    return {failed: true}
  }

  override render() {
    return this.state.failed ? <LastWords locale={this.props.locale} /> : this.props.children
  }
}
