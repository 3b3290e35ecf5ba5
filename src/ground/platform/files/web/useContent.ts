import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Attached } from '../model/index.ts'
import { loadFile } from './content.ts'

/** A document that was looked at is not fetched again for a while: ten minutes. */
const STAYS = 600_000

/** The content of a document, fetched once however many parts of the screen show it. */
export const getFileContent = (fileId: number) =>
  queryOptions({
    queryKey: ['paper', fileId],
    queryFn: () => loadFile({ id: fileId }),
    staleTime: STAYS,
    gcTime: STAYS,
  })

/** The content of a document and its address in this page, released when no component shows it any more. */
export function useContent({ fileId }: Pick<Attached, 'fileId'>) {
  const { data, isError, refetch } = useQuery(getFileContent(fileId))
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return
    const objectUrl = URL.createObjectURL(data)
    setAddress(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [data])
  return { content: data ?? null, address: data ? address : null, isError, refetch }
}
