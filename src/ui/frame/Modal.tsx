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
  /** Its width: a name, pixels, or any length of CSS. */
  size?: string | number
}

const WIDTHS: Readonly<Record<string, string>> = { md: '27.5rem', lg: '38.75rem', xl: '48.75rem' }
const getWidth = (size: string | number): string =>
  typeof size === 'number' ? `${size / 16}rem` : (WIDTHS[size] ?? size)

/** Gives the focus back to where it was when the dialog opened, unless it was put elsewhere since. */
function useReturn(isOpened: boolean): void {
  useLayoutEffect(() => {
    const opener = document.activeElement
    if (!isOpened || !(opener instanceof HTMLElement)) return
    return () => {
      requestAnimationFrame(() => returnFocus(opener))
    }
  }, [isOpened])
}

/**
 * A dialog that keeps the focus until it is closed. Made of Mantine's parts: its own `Modal` brings scroll
 * bars and everything that floats along, a quarter of what lists, forms and dialogs are made of.
 */
export function Modal({ title, size = 'md', returnFocus = true, children, ...rest }: ModalProps) {
  useReturn(rest.opened && returnFocus)
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
