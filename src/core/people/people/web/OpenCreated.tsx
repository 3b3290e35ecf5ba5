import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useFormActions } from '#ui/form/formContext.ts'
import { getUserPath } from './words.ts'

/**
 * Opens the screen of the new person once the form counts as saved, so that the user is not asked about
 * unsaved changes.
 */
export function OpenCreated({ userId }: { userId: number | null }) {
  const { changed } = useFormActions()
  const navigate = useNavigate()
  useEffect(() => {
    if (userId !== null && !changed) void navigate(getUserPath(userId), { replace: true })
  }, [userId, changed, navigate])
  return null
}
