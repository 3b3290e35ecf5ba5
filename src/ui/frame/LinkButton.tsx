import type { ComponentProps } from 'react'
import styles from './linkButton.module.css'

/**
 * A button that reads as a link in the words around it; `computed` for a figure that says where it comes
 * from.
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
    {...rest}
  />
)
