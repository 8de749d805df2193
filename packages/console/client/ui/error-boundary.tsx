import { Component, type ComponentChildren } from 'preact'
import { ApiError } from '../lib/api.ts'
import { Failure } from './states.tsx'

/** Keeps a part that throws while it is drawn from taking the rest of the page with it. */
export class ErrorBoundary extends Component<{ children: ComponentChildren }, { error?: Error }> {
  override state: { error?: Error } = {}

  override componentDidCatch(error: Error): void {
    console.error(error)
    this.setState({ error })
  }

  override render(): ComponentChildren {
    const { error } = this.state
    if (!error) return this.props.children
    return <Failure error={new ApiError(500, { error: error.message })} onRetry={() => this.setState({})} />
  }
}
