import type { ReactNode } from 'react'
import styles from './viewer.module.css'

/** The display size of a document: the width of its container, or a multiple of its own size. */
export type Zoom = number | 'width'

/** Makes a scrolling area reachable with the keyboard (WCAG 2.1.1). */
export const keyboardScrollable = { tabIndex: 0 }

const ZOOM_STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

/** Returns the next larger or smaller of the usual sizes. */
export const getNextZoom = (scale: number, direction: 1 | -1): number =>
  (direction > 0
    ? ZOOM_STEPS.find((step) => step > scale * 1.01)
    : ZOOM_STEPS.findLast((step) => step < scale * 0.99)) ?? scale

/** A button in the bar above a document, with its shortcut in the title. */
export const Tool = ({
  label,
  shortcut,
  disabled = false,
  onClick,
  children,
}: {
  label: string
  shortcut?: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    aria-label={label}
    title={shortcut ? `${label} (${shortcut})` : label}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </button>
)

/** The buttons that zoom, fit to the width, and rotate. */
export const ZoomTools = ({
  onZoom,
  onFit,
  onTurn,
}: {
  onZoom: (direction: 1 | -1) => void
  onFit: () => void
  onTurn: () => void
}) => (
  <span className={styles.group}>
    <Tool label="Smaller" shortcut="-" onClick={() => onZoom(-1)}>
      −
    </Tool>
    <Tool label="Larger" shortcut="+" onClick={() => onZoom(1)}>
      +
    </Tool>
    <Tool label="Fit width" shortcut="W" onClick={onFit}>
      Fit
    </Tool>
    <Tool label="Turn" shortcut="R" onClick={onTurn}>
      ⟳
    </Tool>
  </span>
)

/** The shortcuts of `Sizes`, for `useKeys`. */
export const getZoomKeys = (onZoom: (direction: 1 | -1) => void, onFit: () => void, onTurn: () => void) => [
  { key: '+', label: 'Larger', run: () => onZoom(1) },
  { key: '-', label: 'Smaller', run: () => onZoom(-1) },
  { key: 'W', label: 'Fit width', run: onFit },
  { key: 'R', label: 'Turn', run: onTurn },
]
