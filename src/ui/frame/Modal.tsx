import {
  ModalBase,
  ModalBaseBody,
  ModalBaseCloseButton,
  ModalBaseContent,
  ModalBaseHeader,
  ModalBaseOverlay,
  type ModalBaseProps,
  ModalBaseTitle,
} from '@mantine/core'
import { type ReactNode, useLayoutEffect } from 'react'
import { useEscape } from './escape.ts'
import css from './Modal.module.css'
import { returnFocus } from './titleFocus.ts'

export type ModalProps = Pick<
  ModalBaseProps,
  'opened' | 'onClose' | 'returnFocus' | 'onFocus' | 'children'
> & {
  title: ReactNode
  /** The width: a name, a number of pixels, or a CSS length. */
  size?: string | number
}

const WIDTHS: Readonly<Record<string, string>> = { md: '27.5rem', lg: '38.75rem', xl: '48.75rem' }
const getWidth = (size: string | number): string =>
  typeof size === 'number' ? `${size / 16}rem` : (WIDTHS[size] ?? size)

/** Returns the focus to where it was when the dialog opened, unless it was moved since. */
function useReturnFocus(isOpened: boolean): void {
  useLayoutEffect(() => {
    const opener = document.activeElement
    if (!isOpened || !(opener instanceof HTMLElement)) return
    return () => {
      requestAnimationFrame(() => returnFocus(opener))
    }
  }, [isOpened])
}

/**
 * A dialog that has the focus until it is closed. It uses Mantine's basic parts, because Mantine's own
 * `Modal` also loads scroll bars and popovers, which would add a quarter to the size of the kit.
 */
export function Modal({ title, size = 'md', returnFocus = true, children, ...rest }: ModalProps) {
  useReturnFocus(rest.opened && returnFocus)
  useEscape(rest.opened, rest.onClose)
  return (
    // An accidental click must not lose text typed in a dialog.
    <ModalBase
      className={css.root}
      withinPortal
      lockScroll
      trapFocus
      closeOnEscape={false}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
      {...rest}
    >
      <ModalBaseOverlay />
      <ModalBaseContent
        className={css.content}
        style={{ flexBasis: getWidth(size) }}
        innerProps={{ className: css.inner ?? '' }}
      >
        {/* A <header> in a dialog would count as a second banner landmark. */}
        <ModalBaseHeader role="presentation">
          <ModalBaseTitle className={css.title}>{title}</ModalBaseTitle>
          <ModalBaseCloseButton aria-label="Close" />
        </ModalBaseHeader>
        <ModalBaseBody>{children}</ModalBaseBody>
      </ModalBaseContent>
    </ModalBase>
  )
}
