import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AttachedFile } from '../model/index.ts'
import { loadFile } from './content.ts'

/** How long, in milliseconds, a loaded document is not fetched again: ten minutes. */
const CACHE_MILLISECONDS = 600_000

/** The query for the content of a document. All parts of the screen share one fetch. */
export const buildContentQuery = (fileId: number) =>
  queryOptions({
    queryKey: ['paper', fileId],
    queryFn: () => loadFile({ id: fileId }),
    staleTime: CACHE_MILLISECONDS,
    gcTime: CACHE_MILLISECONDS,
  })

/**
 * The content of a document and its object URL in this page, which is revoked when no component shows it
 * any more.
 */
export function useContent({ fileId }: Pick<AttachedFile, 'fileId'>) {
  const { data, isError, refetch } = useQuery(buildContentQuery(fileId))
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return
    const objectUrl = URL.createObjectURL(data)
    setAddress(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [data])
  return { content: data ?? null, address: data ? address : null, isError, refetch }
}
