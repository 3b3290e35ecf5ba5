import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useRoomy } from './density.ts'
import { IconCheck, IconChevronDown, IconMoon, IconSun, IconUser } from './icons.ts'
import { showKeys } from './keys.ts'
import styles from './Shell.module.css'
import { useDismiss } from './useDismiss.ts'

/** The signed-in user and the entries of the user menu. */
export type ShellUser = {
  name: string
  /** A second line, such as the role or the company. */
  detail?: string
  /** Further destinations, such as the profile. */
  links?: readonly { label: string; to: string }[]
  /** For agency users: whether they see the portal in property view, and the function that switches it. */
  propertyView?: { on: boolean; onToggle: () => void }
  onSignOut: () => void
}

/**
 * The user's button in the header and the list that it opens: links, property view, color scheme, sign out.
 * It is not an ARIA menu: Tab moves through it and Escape closes it.
 */
export function UserMenu({ user }: { user: ShellUser }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useDismiss<HTMLDivElement>(open, (byEscape) => {
    setOpen(false)
    if (byEscape) button.current?.focus()
  })
  return (
    <div ref={box} className={styles.user}>
      <button
        ref={button}
        type="button"
        className={styles.userButton}
        aria-expanded={open}
        aria-controls="user-menu"
        onClick={() => setOpen(!open)}
      >
        <IconUser size={18} aria-hidden />
        <span>{user.name}</span>
        <IconChevronDown size={14} aria-hidden />
      </button>
      <div id="user-menu" className={styles.menu} hidden={!open}>
        <UserActions user={user} onDone={() => setOpen(false)} />
      </div>
    </div>
  )
}

function UserActions({ user, onDone }: { user: ShellUser; onDone: () => void }) {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  const { propertyView } = user
  const [roomy, toggleRoomy] = useRoomy()
  return (
    <>
      {user.detail && <p className={styles.menuDetail}>{user.detail}</p>}
      {user.links?.map((link) => (
        <Link key={link.to} to={link.to} className={styles.menuItem} onClick={onDone}>
          {link.label}
        </Link>
      ))}
      {propertyView && (
        <MenuButton
          pressed={propertyView.on}
          onClick={propertyView.onToggle}
          icon={propertyView.on && <IconCheck size={16} aria-hidden />}
        >
          Property view
        </MenuButton>
      )}
      <MenuButton
        onClick={() => setColorScheme(dark ? 'light' : 'dark')}
        icon={dark ? <IconSun size={16} aria-hidden /> : <IconMoon size={16} aria-hidden />}
      >
        {dark ? 'Light appearance' : 'Dark appearance'}
      </MenuButton>
      <MenuButton pressed={roomy} onClick={toggleRoomy} icon={roomy && <IconCheck size={16} aria-hidden />}>
        Roomy rows
      </MenuButton>
      <MenuButton
        onClick={() => {
          onDone()
          showKeys()
        }}
      >
        Keys on this page
      </MenuButton>
      <MenuButton onClick={user.onSignOut}>Sign out</MenuButton>
    </>
  )
}

function MenuButton({
  onClick,
  icon,
  pressed,
  children,
}: {
  onClick: () => void
  icon?: ReactNode
  pressed?: boolean
  children: ReactNode
}) {
  return (
    <button type="button" className={styles.menuItem} aria-pressed={pressed} onClick={onClick}>
      {children}
      {icon}
    </button>
  )
}
