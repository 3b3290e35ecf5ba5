import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ask } from '#kernel/web/api.ts'
import { useSession } from '#ui/frame/hooks.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { SearchBox, type SearchGroup } from '#ui/frame/SearchBox.tsx'
import { findAnything, MIN_CHARACTERS } from '../model/calls.ts'
import { getSearchSections, getSearchStatus, type ScreenLink, type SearchState } from './places.ts'
import { useRecent } from './useRecent.ts'

/** How long, in milliseconds, typing must pause before the server is asked. */
const PAUSE_MILLISECONDS = 120

/**
 * The search box of the frame. It finds properties, requests, companies, people, contacts, vendors and
 * screens by any part of their names, and new records ("new budget"). `/` and Ctrl-K focus it on every
 * screen; before typing it lists the last selections.
 */
export default function FindAnything({
  screens,
  actions,
}: {
  screens: readonly ScreenLink[]
  /** The records that the person may create, such as `New budget`. */
  actions: readonly ScreenLink[]
}) {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // The text belongs to the screen where it was typed. On another screen the box is empty.
  const [draft, setDraft] = useState({ text: '', on: pathname })
  const text = draft.on === pathname ? draft.text : ''
  const setText = (next: string) => setDraft({ text: next, on: pathname })
  const [recent, remember] = useRecent(useSession().userId)
  const { found: matches, state } = useSearchResults(text.trim())
  useFocusKeys(input)
  const sections = useMemo(
    () => getSearchSections(text, { found: matches, recent, screens, actions }),
    [text, matches, recent, screens, actions],
  )
  // The path cannot be the key, because two contacts of one property have the same path.
  const keyed = sections.map(({ label, places }, part) => ({
    label,
    places: places.map((place, index) => ({ key: `${part}-${index}`, place })),
  }))
  const groups: SearchGroup[] = keyed.map(({ label, places }) => ({
    label,
    choices: places.map(({ key, place }) => ({ key, label: place.label, detail: place.detail })),
  }))
  const choose = (key: string) => {
    const place = keyed.flatMap((item) => item.places).find((item) => item.key === key)?.place
    if (!place) return
    remember({ to: place.to, label: place.label, detail: place.detail })
    setText('')
    input.current?.blur()
    void navigate(place.to)
  }
  const count = groups.reduce((sum, group) => sum + group.choices.length, 0)
  return (
    <search>
      <SearchBox
        label="Find anything"
        text={text}
        groups={groups}
        status={getSearchStatus(text.trim(), state, count)}
        inputRef={input}
        onText={setText}
        onChoose={choose}
      />
    </search>
  )
}

/**
 * Loads the server's results for a text. Each answer is cached under its text, so that a late one is never
 * shown for another text.
 */
function useSearchResults(text: string) {
  const [searchText, setSearchText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearchText(text), PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [text])
  const isLongEnough = searchText.length >= MIN_CHARACTERS
  const { data, isError } = useQuery({
    queryKey: ['search', searchText],
    queryFn: ({ signal }) =>
      ask(findAnything, { query: { text: searchText } }, { quiet: true, silent: true, signal }),
    enabled: isLongEnough,
  })
  if (text.length < MIN_CHARACTERS) return { found: [], state: 'none' as SearchState }
  if (searchText === text && isError) return { found: [], state: 'failed' as SearchState }
  if (searchText !== text || !data) return { found: [], state: 'waiting' as SearchState }
  return { found: data, state: 'found' as SearchState }
}

/** `/` and Ctrl-K focus the box; `/` does so only outside of input fields. */
function useFocusKeys(input: RefObject<HTMLInputElement | null>): void {
  const focus = () => {
    input.current?.focus()
    input.current?.select()
  }
  useKeys('Everywhere', [
    { key: '/', label: 'Find anything', run: focus },
    { key: 'Ctrl k', label: 'Find anything, also while typing', run: focus },
  ])
}
