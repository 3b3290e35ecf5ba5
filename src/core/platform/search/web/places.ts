import { plural } from '#kernel/model/formats.ts'
import { mergeEntries } from '#kernel/model/slot.ts'
import { slot } from '#kernel/web/module.ts'
import { MIN_CHARACTERS, type SearchResult } from '../model/calls.ts'

/** How results of one kind are shown: their heading, and the path of a result's screen. */
export type ResultKind = { heading: string; to: (searchResult: SearchResult) => string }

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** The screens for the module's `searchable` kinds. */
    found?: Readonly<Record<string, ResultKind>>
  }
}

const getKinds = slot('found', mergeEntries)

/**
 * Groups the results under their headings, in the order of the answer. Kinds without a screen are left out.
 */
export const groupByHeading = (
  matches: readonly SearchResult[],
): { label: string; places: RecentPlace[] }[] =>
  [...Map.groupBy(matches, (item) => item.kind)].flatMap(([name, members]) => {
    const kind = getKinds()[name]
    return kind
      ? [
          {
            label: kind.heading,
            places: members.map((member) => ({
              to: member.to ?? kind.to(member),
              label: member.label,
              detail: member.detail,
            })),
          },
        ]
      : []
  })

/** A chosen result, stored for the next visit. */
export type RecentPlace = { to: string; label: string; detail: string }

const MAX_RECENT = 6

/** Adds a place to the recent ones: newest first, each once, six at most. */
export const addRecent = (recent: readonly RecentPlace[], place: RecentPlace): RecentPlace[] =>
  [place, ...recent.filter((item) => item.to !== place.to)].slice(0, MAX_RECENT)

/**
 * Finds the screens or actions whose name contains every typed word. Those that begin with the text come
 * first.
 */
export function findScreensByName<S extends { label: string }>(screens: readonly S[], text: string): S[] {
  const searchText = text.trim().toLowerCase()
  const labels = searchText.split(/\s+/)
  const begins = ({ label }: S) => Number(label.toLowerCase().startsWith(searchText))
  return screens
    .filter(({ label }) => labels.every((word) => label.toLowerCase().includes(word)))
    .toSorted((screen, other) => begins(other) - begins(screen))
}

/** A screen or an action that can be found by its name, with its address. */
export type ScreenLink = { label: string; to: string }
type Section = { label: string; places: readonly RecentPlace[] }

type SearchInput = {
  found: readonly SearchResult[]
  recent: readonly RecentPlace[]
  screens: readonly ScreenLink[]
  actions: readonly ScreenLink[]
}

/** The sections below the box: the recent places while the text is too short, otherwise the matches. */
export function getSearchSections(text: string, { found, recent, screens, actions }: SearchInput): Section[] {
  const addBlankDetail = (places: readonly ScreenLink[]) => places.map((place) => ({ ...place, detail: '' }))
  if (text.trim().length < MIN_CHARACTERS) return [{ label: 'Recent', places: recent }]
  return [
    { label: 'Actions', places: addBlankDetail(findScreensByName(actions, text)) },
    ...groupByHeading(found),
    { label: 'Screens', places: addBlankDetail(findScreensByName(screens, text)) },
  ]
}

/** The state of the search: not begun, waiting for the answer, answered, or failed. */
export type SearchState = 'none' | 'waiting' | 'found' | 'failed'

/** The status next to the box: the number of results, or why there are none. */
export function getSearchStatus(text: string, state: SearchState, count: number): string {
  if (text.length < MIN_CHARACTERS) return count > 0 ? '' : 'Type a name, a number or an address.'
  if (state === 'failed') return 'The search did not answer. Please try again.'
  if (state === 'waiting') return 'Searching'
  return count === 0 ? 'No results' : plural(count, 'result', 'results')
}
