import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { currentSession } from '#kernel/web/session.ts'
import { downloadBlob } from '#ui/frame/download.ts'
import { downloadExport, type ExportLine, getMyExports } from '../model/calls.ts'

const GONE = 'This file can no longer be downloaded.'

/** Returns why the server refuses a file. If rights have changed, the server's message says what to do. */
async function readReason(response: Response): Promise<string> {
  if (response.status !== 403) return GONE
  const body: { message?: string } = await response.json().catch(() => ({}))
  return body.message ?? GONE
}

/** Saves a finished file on the user's computer; shows the reason if it is refused. */
export async function saveExport({
  exportJobId,
  fileName,
}: Pick<ExportLine, 'exportJobId' | 'fileName'>): Promise<void> {
  try {
    // A call refreshes an expired token; the content is then fetched as bytes, which calls do not support.
    await ask(getMyExports, {}, { quiet: true })
    const response = await fetch(downloadExport.path.replace(':exportJobId', String(exportJobId)), {
      headers: { authorization: `Bearer ${currentSession()?.token ?? ''}` },
      cache: 'no-store',
    })
    if (!response.ok) throw new ApiError(response.status, await readReason(response))
    downloadBlob(fileName ?? 'export', await response.blob())
  } catch (error) {
    notify(error instanceof ApiError ? error.message : GONE, { kind: 'warning' })
  }
}
