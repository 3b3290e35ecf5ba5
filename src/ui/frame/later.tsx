import {
  type ComponentType,
  createElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'

/**
 * A component that is fetched when it is first drawn, or ahead of that by `fetch`, whose result is remembered
 * also where it failed.
 */
export type Later<Props> = ((props: Props) => ReactElement) & { fetch: () => Promise<unknown> }

/** A component of another file, apart from what is loaded first. It is drawn within a `Suspense`. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  const chunk = getChunk(load)
  // Where it cannot be fetched ahead nothing is shown: whoever needs it then is.
  const fetch = () => chunk.bring().catch(() => undefined)
  return Object.assign((props: Props) => createElement(Fetched<Props>, { chunk, props }), { fetch })
}

type Chunk<Props> = { bring: () => Promise<unknown>; drawn: () => ComponentType<Props> }

function getChunk<Props>(load: () => Promise<ComponentType<Props>>): Chunk<Props> {
  let here: ComponentType<Props> | null = null
  const bring = async () => {
    try {
      here ??= await load()
      return { default: here }
    } catch (error) {
      // A fetch that failed is tried again where it is drawn next.
      late = lazy(bring)
      throw error
    }
  }
  let late: ComponentType<Props> = lazy(bring)
  return { bring, drawn: () => here ?? late }
}

/**
 * What was fetched ahead is drawn at once: a boundary that waits, if only for a promise long settled, would
 * show it 300 ms later.
 */
function Fetched<Props extends object>({ chunk, props }: { chunk: Chunk<Props>; props: Props }) {
  const [Drawn] = useState(chunk.drawn)
  return createElement(Drawn, props)
}

/** What nobody looks at yet, such as what stands on paper alone: drawn once there is nothing better to do. */
export function WhenIdle({ children }: { children: ReactNode }) {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle && <Suspense>{children}</Suspense>
}

/** Does a piece of work once there is nothing better to do; answers how to give it up. */
export function whenIdle(work: () => void): () => void {
  // Browsers without idle time wait a while instead.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 2000)
    return () => clearTimeout(timer)
  }
  const asked = window.requestIdleCallback(work, { timeout: 5000 })
  return () => window.cancelIdleCallback(asked)
}
