import { Button } from '@mantine/core'
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'

type Props = { what: string; children: ReactNode; onRetry: () => void }

class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    const { what, children, onRetry } = this.props
    if (!this.state.failed) return children
    const again = () => {
      onRetry()
      this.setState({ failed: false })
    }
    return (
      <p role="alert">
        {what} could not be loaded.{' '}
        <Button size="compact-xs" variant="default" onClick={again}>
          Try again
        </Button>
      </p>
    )
  }
}

/**
 * A part of a screen that loads and fails separately. The other parts remain, and this part can be retried.
 */
export function IsolatedPart({ what, children }: { what: string; children: ReactNode }) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Boundary what={what} onRetry={reset}>
          <Suspense fallback={<p aria-busy="true">Loading …</p>}>{children}</Suspense>
        </Boundary>
      )}
    </QueryErrorResetBoundary>
  )
}
