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

/**
 * Returns a component of another file, separate from the code that is loaded first. It must be within a
 * `Suspense`.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  const chunk = getChunk(load)
  // A failed prefetch shows nothing; the error is shown to the user who needs the component later.
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
 * Draws a prefetched component at once: a boundary that waits, even for a settled promise, would show it 300
 * ms later.
 */
function Fetched<Props extends object>({ chunk, props }: { chunk: Chunk<Props>; props: Props }) {
  const [Drawn] = useState(chunk.drawn)
  return createElement(Drawn, props)
}

/** Draws content that is not visible yet, such as content for paper only, when the browser is idle. */
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
  const idleHandle = window.requestIdleCallback(work, { timeout: 5000 })
  return () => window.cancelIdleCallback(idleHandle)
}
