export type MenuEntry = { label: string; href: string };

export function MenuLinks({ entries, current }: { entries: readonly MenuEntry[]; current?: string }) {
  return (
    <ul>
      {entries.map(({ href, label }) => (
        <li key={href}>
          <a href={href} aria-current={href === current ? "page" : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
