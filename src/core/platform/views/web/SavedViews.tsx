import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { buildCallQuery, useSend } from '#kernel/web/queries.ts'
import { type SavedView, type ViewState, type ViewStore, ViewStoreContext } from '#ui/table/viewStore.ts'
import { deleteView, getViews, saveView } from '../model/calls.ts'

/** Parses the stored state of a view. An unreadable state becomes an empty view. */
function getState(text: string): ViewState {
  try {
    const { query, hidden } = JSON.parse(text) as Partial<ViewState>
    return {
      query: typeof query === 'string' ? query : '',
      hidden: Array.isArray(hidden) ? hidden.map(String) : null,
    }
  } catch {
    return { query: '', hidden: null }
  }
}

const getView = ({ savedViewId, state, ...line }: Answer<typeof getViews>[number]): SavedView => ({
  ...line,
  id: savedViewId,
  state: getState(state),
})

/** Provides the saved views of the signed-in person to the lists inside. The lists do not wait for them. */
export function SavedViews({ children }: { children: ReactNode }) {
  const { data } = useQuery(buildCallQuery(getViews, {}))
  const save = useSend(saveView)
  const remove = useSend(deleteView)
  const store = useMemo<ViewStore>(
    () => ({
      views: data?.map(getView) ?? null,
      save: ({ state, ...view }) => save({ body: { ...view, state: JSON.stringify(state) } }),
      remove: ({ id }) => remove({ params: { savedViewId: id } }),
    }),
    [data, save, remove],
  )
  return <ViewStoreContext value={store}>{children}</ViewStoreContext>
}
