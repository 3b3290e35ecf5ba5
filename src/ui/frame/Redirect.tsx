import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Redirects to another query of the same screen, unless the user has left for another screen. */
export function Redirect({ search }: { search: string }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const input = window.location.hash.slice(1).split('?', 1)[0]
    if (input === pathname) void navigate({ search }, { replace: true })
  }, [pathname, search, navigate])
  return null
}
