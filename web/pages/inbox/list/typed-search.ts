import { useEffect, useRef, useState } from "react";
import { useSettled } from "#web/pages/inbox/clock.ts";

/** What is written in the search, which the address follows once the writing pauses. */
export function useTypedSearch(
  search: string,
  follow: (search: string) => void,
): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(search);
  const settled = useSettled(typed.trim(), 250);
  const followed = useRef(search);
  const latest = useRef(follow);
  useEffect(() => {
    latest.current = follow;
  });
  useEffect(() => {
    if (settled === followed.current) return;
    followed.current = settled;
    latest.current(settled);
  }, [settled]);
  useEffect(() => {
    // The browser's back and forward change the address by themselves.
    if (search === followed.current) return;
    followed.current = search;
    setTyped(search);
  }, [search]);
  return [typed, setTyped];
}
