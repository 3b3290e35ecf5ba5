import { createContext, useContext } from 'react'

/**
 * The state of a list in a saved view: the query of its address, and the hidden columns. Null means the
 * default of each column.
 */
export type ViewState = { query: string; hidden: readonly string[] | null }

/** A saved view of a list, by the user or shared by a colleague. */
export type SavedView = {
  id: number
  list: string
  name: string
  state: ViewState
  shared: boolean
  /** Whether the list opens with this view. */
  isDefault: boolean
  mine: boolean
  ownerName: string | null
}

/** The saved views and the functions that change them. `views` is null while they are loading. */
export type ViewStore = {
  views: readonly SavedView[] | null
  /** Saves a view, and replaces the user's view with the same name. */
  save: (view: Pick<SavedView, 'list' | 'name' | 'state' | 'shared' | 'isDefault'>) => Promise<unknown>
  remove: (view: SavedView) => Promise<unknown>
}

/** The views of the signed-in person. Without a store, lists have no views. */
export const ViewStoreContext = createContext<ViewStore | null>(null)

/** Returns the store and the views of one list, starting with those of the user. */
export function useViews(list: string) {
  const store = useContext(ViewStoreContext)
  const views = store?.views?.filter((view) => view.list === list) ?? null
  return {
    store,
    views: views && [...views.filter(({ mine }) => mine), ...views.filter(({ mine }) => !mine)],
  }
}
