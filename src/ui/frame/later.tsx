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
 * A component that is loaded when it is first rendered, or in advance by `fetch`.
 */
export type Later<Props> = ((props: Props) => ReactElement) & { fetch: () => Promise<unknown> }

/**
 * Returns a component of a file that is not part of the first bundle. It must be inside a `Suspense`.
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
      // A failed load is tried again at the next rendering.
      late = lazy(bring)
      throw error
    }
  }
  let late: ComponentType<Props> = lazy(bring)
  return { bring, drawn: () => here ?? late }
}

/**
 * Renders a prefetched component at once. A boundary that waits, even for a settled promise, would show it
 * 300 ms later.
 */
function Fetched<Props extends object>({ chunk, props }: { chunk: Chunk<Props>; props: Props }) {
  const [Drawn] = useState(chunk.drawn)
  return createElement(Drawn, props)
}

/** Renders content that is not visible, such as content only for print, when the browser is idle. */
export function WhenIdle({ children }: { children: ReactNode }) {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle && <Suspense>{children}</Suspense>
}

/** Runs work when the browser is idle. Returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Browsers without this function wait two seconds instead.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 2000)
    return () => clearTimeout(timer)
  }
  const idleHandle = window.requestIdleCallback(work, { timeout: 5000 })
  return () => window.cancelIdleCallback(idleHandle)
}
