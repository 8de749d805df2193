import { type FunctionComponent, h, type JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../lib/api.ts'
import { Failure, Loading } from './states.tsx'

type Component = (props: never) => JSX.Element | null

/** A component whose code is loaded when it is shown; until then, `wait` is. */
export function deferred<F extends Component>(
  load: () => Promise<F>,
  wait: () => JSX.Element | null = () => <Loading />,
): F {
  let loaded: FunctionComponent<object> | undefined
  function Deferred(props: object): JSX.Element | null {
    const [state, setState] = useState<'loaded' | 'waits' | 'failed'>(loaded ? 'loaded' : 'waits')
    useEffect(() => {
      if (state !== 'waits') return
      const begin = async () => {
        loaded = (await load()) as unknown as FunctionComponent<object>
        setState('loaded')
      }
      begin().catch(() => setState('failed'))
    }, [state])
    if (state === 'failed') return <Failure error={new ApiError(0, {})} onRetry={() => setState('waits')} />
    return loaded && state === 'loaded' ? h(loaded, props) : wait()
  }
  return Deferred as unknown as F
}
