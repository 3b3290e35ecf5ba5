import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react'
import { Link, ScrollRestoration, useLocation } from 'react-router'
import { useFolded } from './folding.ts'
import { IconMenu2, IconX } from './icons.ts'
import { Keys } from './Keys.tsx'
import { LoadingBar, Notices } from './Notices.tsx'
import styles from './Shell.module.css'
import { type Folding, Navigation, type NavigationGroup } from './ShellNavigation.tsx'
import { rememberPlace } from './typedAddress.ts'
import { type ShellUser, UserMenu } from './UserMenu.tsx'
import { useDismiss } from './useDismiss.ts'
import { useVisits } from './visits.ts'

/** The props of {@link Shell}. */
export type ShellProps = {
  product: string
  navigation: readonly NavigationGroup[]
  user: ShellUser
  /** Shown in the middle of the header; usually a search box. */
  search?: ReactNode
  /** Shown next to the user menu, such as the link to the news. */
  tools?: ReactNode
  /** The banner messages of the agency, which are in the header, or below it on a phone. */
  notices?: ReactNode
  children: ReactNode
}

/**
 * The frame of the portal: the header (product, search, messages of the agency, user menu), the navigation on
 * the left, and the screen. The navigation is a rail or the whole list, and below 768 px it is behind a
 * button. It also renders the notices and the loading bar, and restores scroll positions.
 */
export function Shell({ product, navigation, user, search, tools, notices, children }: ShellProps) {
  const main = useRef<HTMLElement>(null)
  const [folded, fold] = useFolded()
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false
  const noticeBar = notices && <div className={styles.notices}>{notices}</div>
  useVisits()
  return (
    <div className={styles.shell} data-folded={folded || undefined}>
      <LoadingBar />
      <SkipLink onSkip={() => main.current?.focus()} />
      <Header
        product={product}
        navigation={navigation}
        user={user}
        search={search}
        tools={tools}
        folded={folded}
        fold={fold}
        notices={!phone && noticeBar}
      />
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        {phone && noticeBar}
        {children}
      </main>
      <Notices />
      <Keys />
      <ScrollRestoration />
    </div>
  )
}

function Header({
  product,
  navigation,
  user,
  search,
  tools,
  notices,
  ...folding
}: Pick<ShellProps, 'product' | 'navigation' | 'user' | 'search' | 'tools' | 'notices'> & Folding) {
  const burger = useRef<HTMLButtonElement>(null)
  const { pathname } = useLocation()
  useLayoutEffect(rememberPlace)
  // The navigation on a phone is open only on the screen on which it was opened, so choosing a link closes
  // it.
  const [openOn, setOpenOn] = useState<string | null>(null)
  const open = openOn === pathname
  const box = useDismiss<HTMLDivElement>(open, (byEscape) => {
    setOpenOn(null)
    if (byEscape) burger.current?.focus()
  })
  return (
    <div ref={box} className={styles.top}>
      <header className={styles.header} data-noprint>
        <BurgerButton ref={burger} open={open} onToggle={() => setOpenOn(open ? null : pathname)} />
        <Link to="/" className={styles.product}>
          <RoofMark />
          {product}
        </Link>
        <div className={styles.search}>{search}</div>
        {notices}
        <div className={styles.aside}>
          {tools}
          <UserMenu user={user} />
        </div>
      </header>
      <Navigation groups={navigation} open={open} {...folding} />
    </div>
  )
}

function RoofMark() {
  return (
    <svg viewBox="0 0 24 24" width={22} height={22} aria-hidden="true" className={styles.mark}>
      <path d="M2 12 12 3l10 9" />
      <path d="M12 21V9M12 15l4-4M12 17l-4-4" />
    </svg>
  )
}

function BurgerButton({
  ref,
  open,
  onToggle,
}: {
  ref: Ref<HTMLButtonElement>
  open: boolean
  onToggle: () => void
}) {
  return (
    <button
      ref={ref}
      type="button"
      className={styles.burger}
      aria-label={open ? 'Close navigation' : 'Open navigation'}
      aria-expanded={open}
      aria-controls="navigation"
      onClick={onToggle}
    >
      {open ? <IconX size={20} aria-hidden /> : <IconMenu2 size={20} aria-hidden />}
    </button>
  )
}

/** Skips the navigation. It is a button, because a link to `#main` would change the route. */
function SkipLink({ onSkip }: { onSkip: () => void }) {
  return (
    <button type="button" className={styles.skip} onClick={onSkip} data-noprint>
      Skip to main content
    </button>
  )
}
