import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ask } from '#kernel/web/api.ts'
import { queryOf } from '#kernel/web/queries.ts'
import { getApplication, saveProgress, status } from '../model/calls.ts'
import { contentNames } from '../model/rules.ts'
import { valuesOf } from './formSchema.ts'
import { applicationPath, type Detail } from './types.ts'

/**
 * Saving and submitting an application. Repeating a save after a lost answer stores nothing twice: a new application
 * carries a key made here. `latest` is the application as the server last told it.
 */
export function useApplicationSaving(first: Detail) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [latest, setLatest] = useState(first)
  const known = useRef(first)
  const clientKey = useRef(first.clientKey ?? crypto.randomUUID())

  const accept = useCallback(
    (detail: Detail) => {
      const isFirstSave = known.current.managementCompanyAssetCertificationId === 0
      known.current = detail
      setLatest(detail)
      const { queryKey } = queryOf(getApplication, { params: { id: detail.managementCompanyAssetCertificationId } })
      client.setQueryData(queryKey, detail)
      // The address names the stored application from now on; the form itself stays as it is.
      if (isFirstSave) globalThis.history.replaceState(globalThis.history.state, '', `#${applicationPath(detail)}`)
      return valuesOf(detail)
    },
    [client],
  )

  const refresh = useCallback(async () => {
    const id = known.current.managementCompanyAssetCertificationId
    accept(await ask(getApplication, { params: { id } }, { quiet: true }))
  }, [accept])

  const save = useCallback(
    async (sent: Record<string, unknown>) => {
      const { managementCompanyAssetCertificationId, managementCompanyId, version } = known.current
      const content = Object.fromEntries(contentNames.map((name) => [name, sent[name]]))
      const stored = managementCompanyAssetCertificationId > 0
      const application = {
        ...content,
        managementCompanyAssetCertificationId,
        managementCompanyId,
        clientKey: clientKey.current,
        ...(stored ? { version } : {}),
      }
      return accept(await ask(saveProgress, { body: { application } }, { quiet: true }))
    },
    [accept],
  )

  const send = useCallback(
    async (sent: Record<string, unknown>) => {
      await save(sent)
      const { managementCompanyAssetCertificationId: id, version } = known.current
      const detail = await ask(status.submit, { params: { id }, body: { version } }, { quiet: true })
      await client.invalidateQueries({ queryKey: ['managementcompanyassetcertification'] })
      accept(detail)
      // The router still stands at the new application; its receipt is shown by the screen of the stored one.
      if (first.managementCompanyAssetCertificationId === 0) await navigate(applicationPath(detail), { replace: true })
    },
    [accept, client, first, navigate, save],
  )

  return { latest, known, save, send, refresh }
}
