import { type ComponentType, createElement, lazy, useState } from 'react'

/** A component that is fetched when it is needed, or ahead. */
export type Chunk<Props> = { drawn: () => ComponentType<Props>; fetch: () => void }

/** The component a file exports as its default, kept apart from what is loaded first. */
export function chunkOf<Props>(load: () => Promise<{ default: ComponentType<Props> }>): Chunk<Props> {
  let here: ComponentType<Props> | null = null
  const bring = async () => {
    const module = await load()
    here = module.default
    return module
  }
  const late: ComponentType<Props> = lazy(bring)
  // Where it cannot be fetched ahead nothing is told: whoever needs it then is.
  return { drawn: () => here ?? late, fetch: () => void bring().catch(() => undefined) }
}

/**
 * Draws such a component, within a `Suspense`. What was fetched ahead is drawn at once: a boundary that waits, if only for
 * a promise long kept, would show it 300 ms later.
 */
export function Fetched<Props extends object>({ chunk, ...props }: { chunk: Chunk<Props> } & Props) {
  const [Drawn] = useState(chunk.drawn)
  return createElement(Drawn, props as unknown as Props)
}
