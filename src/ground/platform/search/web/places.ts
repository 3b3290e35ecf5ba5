import { plural } from '#kernel/model/formats.ts'
import { merged } from '#kernel/model/slot.ts'
import { slot } from '#kernel/web/module.ts'
import { type Found, LEAST_CHARACTERS } from '../model/calls.ts'

/** Results of one kind: the heading over them, and where one leads. */
export type FoundKind = { heading: string; to: (searchResult: Found) => string }

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** The screens of the module's `searchable` results, by kind. */
    found?: Readonly<Record<string, FoundKind>>
  }
}

const kinds = slot('found', merged)

/** The results under their headings, in the order of the answer; kinds without a screen are left out. */
export const headed = (matches: readonly Found[]): { label: string; places: Place[] }[] =>
  [...Map.groupBy(matches, (item) => item.kind)].flatMap(([name, members]) => {
    const kind = kinds()[name]
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

/** Something that was found once, stored for the next visit. */
export type Place = { to: string; label: string; detail: string }

const MOST_RECENT = 6

/** The places chosen last, the newest first, each once. */
export const withRecent = (recent: readonly Place[], place: Place): Place[] =>
  [place, ...recent.filter((item) => item.to !== place.to)].slice(0, MOST_RECENT)

/** The screens or actions whose name holds every word that was typed, those that begin so first. */
export function screensNamed<S extends { label: string }>(screens: readonly S[], text: string): S[] {
  const searchText = text.trim().toLowerCase()
  const labels = searchText.split(/\s+/)
  const begins = ({ label }: S) => Number(label.toLowerCase().startsWith(searchText))
  return screens
    .filter(({ label }) => labels.every((word) => label.toLowerCase().includes(word)))
    .toSorted((screen, other) => begins(other) - begins(screen))
}

export type Named = { label: string; to: string }
type Section = { label: string; places: readonly Place[] }

type Searched = {
  found: readonly Found[]
  recent: readonly Place[]
  screens: readonly Named[]
  actions: readonly Named[]
}

/** The entries below the box: the last selections while it is empty, then the matches. */
export function getSearchSections(text: string, { found, recent, screens, actions }: Searched): Section[] {
  const addBlankDetail = (places: readonly Named[]) => places.map((place) => ({ ...place, detail: '' }))
  if (text.trim().length < LEAST_CHARACTERS) return [{ label: 'Recent', places: recent }]
  return [
    { label: 'Actions', places: addBlankDetail(screensNamed(actions, text)) },
    ...headed(found),
    { label: 'Screens', places: addBlankDetail(screensNamed(screens, text)) },
  ]
}

export type SearchState = 'none' | 'waiting' | 'found' | 'failed'

/** The sentence beside the box: what was found, or why there is nothing. */
export function getSearchStatus(text: string, state: SearchState, count: number): string {
  if (text.length < LEAST_CHARACTERS) return count > 0 ? '' : 'Type a name, a number or an address.'
  if (state === 'failed') return 'The search did not answer. Please try again.'
  if (state === 'waiting') return 'Searching'
  return count === 0 ? 'No results' : plural(count, 'result', 'results')
}
