import type { ComponentProps } from 'react'
import styles from './linkButton.module.css'

/**
 * A button that looks like a link in a text. `computed` marks a figure that explains how it is computed, and
 * that is therefore printed.
 */
export const LinkButton = ({
  computed,
  className = '',
  ...rest
}: ComponentProps<'button'> & { computed?: boolean | undefined }) => (
  <button
    type="button"
    className={`${styles.link} ${className}`}
    data-computed={computed || undefined}
    data-print={computed || undefined}
    {...rest}
  />
)
