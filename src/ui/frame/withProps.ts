import { type ComponentType, createElement } from 'react'

/**
 * Returns a component with some of its props preset, for code that knows only its other props.
 */
export const withProps =
  <Given extends object, Rest extends object>(
    Content: ComponentType<Given & Rest>,
    presetProps: Given,
  ): ComponentType<Rest> =>
  (remaining: Rest) =>
    createElement(Content, { ...presetProps, ...remaining })
