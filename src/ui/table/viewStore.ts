import { createContext, useContext } from 'react'

/**
 * How a list was set when its view was saved: its address, and the columns that are hidden; null as they say
 * themselves.
 */
export type ViewState = { query: string; hidden: readonly string[] | null }

/** A saved view of a list: one's own, or one that a colleague shares. */
export type SavedView = {
  id: number
  list: string
  name: string
  state: ViewState
  shared: boolean
  /** The list opens with it. */
  isDefault: boolean
  mine: boolean
  ownerName: string | null
}

/** Where views are stored. Null views: they are still being fetched. */
export type ViewStore = {
  views: readonly SavedView[] | null
  /** Saves a view, in place of one's own of that name. */
  save: (view: Pick<SavedView, 'list' | 'name' | 'state' | 'shared' | 'isDefault'>) => Promise<unknown>
  remove: (view: SavedView) => Promise<unknown>
}

/** The views of who is signed in; where there is no store, lists have no views. */
export const ViewStoreContext = createContext<ViewStore | null>(null)

/** The store, and the views of one list in it: one's own first. */
export function useViews(list: string) {
  const store = useContext(ViewStoreContext)
  const views = store?.views?.filter((view) => view.list === list) ?? null
  return {
    store,
    views: views && [...views.filter(({ mine }) => mine), ...views.filter(({ mine }) => !mine)],
  }
}
