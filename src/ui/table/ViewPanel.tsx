import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { IconBookmark, IconStar, IconTrash, IconUsers } from '../frame/icons.ts'
import { getTableView } from './listAddress.ts'
import { Panel } from './Panel.tsx'
import type { TableState } from './tableState.ts'
import styles from './toolbar.module.css'
import { type SavedView, useViews, type ViewStore } from './viewStore.ts'

type Change = (change: Partial<TableState>) => void

/** Returns a function that opens a view: it replaces the query of the address and the hidden columns. */
function useOpenView(onChange: Change) {
  const navigate = useNavigate()
  return ({ state: { query, hidden } }: SavedView) => {
    onChange({ hidden })
    void navigate({ search: query }, { replace: true })
  }
}

/** Opens a list without own settings in its default view, as soon as the views are loaded. */
export function useFirstView(list: string, untouched: boolean, onChange: Change) {
  const { views } = useViews(list)
  const open = useOpenView(onChange)
  const [waits, settle] = useState(untouched)
  useEffect(() => {
    if (!waits || !views) return
    settle(false)
    const first = views.find((view) => view.mine && view.isDefault)
    if (first && untouched) open(first)
  })
}

/**
 * Shows the saved views of a list: those of the user, and those that colleagues share. A view has a name and
 * contains all filters, the order and the columns.
 */
export function ViewPanel({
  list,
  name,
  hidden,
  onChange,
  aside,
}: {
  /** The name of the list in its stored views. */
  list: string
  /** The name of the list in the address. */
  name: string
  hidden: TableState['hidden']
  onChange: Change
  /** Further actions in the line of a view. */
  aside?: ((view: SavedView) => ReactNode) | undefined
}) {
  const { store, views } = useViews(list)
  const open = useOpenView(onChange)
  if (!store || !views) return null
  const mine = views.filter((view) => view.mine)
  const shared = views.filter((view) => !view.mine)
  return (
    <Panel label="Views" title="Saved views" icon={<IconBookmark size={16} aria-hidden />} brief>
      {views.length === 0 && (
        <span className={styles.count}>Save filters, order and columns under a name.</span>
      )}
      {mine.map((view) => (
        <OwnView key={view.id} view={view} store={store} onOpen={() => open(view)} aside={aside?.(view)} />
      ))}
      {shared.length > 0 && <strong className={styles.count}>Shared by colleagues</strong>}
      {shared.map((view) => (
        <Button key={view.id} size="xs" variant="subtle" justify="start" onClick={() => open(view)}>
          {view.name}
          {view.ownerName && `, ${view.ownerName}`}
        </Button>
      ))}
      <SaveView
        views={mine}
        onSave={(view) =>
          store.save({ ...view, list, state: getTableView(name, hidden) }).catch(() => undefined)
        }
      />
    </Panel>
  )
}

type OwnProps = { view: SavedView; store: ViewStore; onOpen: () => void; aside: ReactNode }

function OwnView({ view, store, onOpen, aside }: OwnProps) {
  const set = (change: Partial<SavedView>) => void store.save({ ...view, ...change }).catch(() => undefined)
  const toggle = (label: string, on: boolean, icon: typeof IconStar, change: Partial<SavedView>) => {
    const Icon = icon
    return (
      <ActionIcon
        variant={on ? 'light' : 'subtle'}
        aria-label={`${label} ${view.name}`}
        title={label}
        aria-pressed={on}
        onClick={() => set(change)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <div className={styles.view}>
      <Button size="xs" variant="subtle" justify="start" onClick={onOpen}>
        {view.name}
      </Button>
      {toggle('Open the list with', view.isDefault, IconStar, { isDefault: !view.isDefault })}
      {toggle('Share with colleagues', view.shared, IconUsers, { shared: !view.shared })}
      {aside}
      <ActionIcon
        variant="subtle"
        color="red"
        title="Delete"
        aria-label={`Delete view ${view.name}`}
        onClick={() => void store.remove(view).catch(() => undefined)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

type ViewSettings = Pick<SavedView, 'name' | 'shared' | 'isDefault'>

function SaveView({ views, onSave }: { views: readonly SavedView[]; onSave: (view: ViewSettings) => void }) {
  const [input, setInput] = useState('')
  const [shared, setShared] = useState(false)
  const name = input.trim()
  const present = views.find((view) => view.name === name)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The panel may be inside a form of the screen, which must not receive this event.
    event.stopPropagation()
    if (name === '') return
    onSave({ name, shared: shared || (present?.shared ?? false), isDefault: present?.isDefault ?? false })
    setInput('')
    setShared(false)
  }
  return (
    <form onSubmit={submit} className={styles.save}>
      <div className={styles.view}>
        <TextInput
          size="xs"
          aria-label="Name of the view"
          placeholder="Name"
          maxLength={60}
          value={input}
          onChange={(event) => setInput(event.currentTarget.value)}
        />
        <Button size="xs" type="submit" disabled={name === ''}>
          {present ? 'Replace view' : 'Save view'}
        </Button>
      </div>
      <Checkbox
        size="xs"
        label="Share with colleagues"
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </form>
  )
}
