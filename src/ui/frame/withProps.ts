import { type ComponentType, createElement } from 'react'

/**
 * A component with some of its properties given: for places that take a component and know only the rest of
 * them.
 */
export const withProps =
  <Given extends object, Rest extends object>(
    Content: ComponentType<Given & Rest>,
    presetProps: Given,
  ): ComponentType<Rest> =>
  (remaining: Rest) =>
    createElement(Content, { ...presetProps, ...remaining })
