import { useFetcher } from "@remix-run/react";
import { type FormEvent, type SyntheticEvent, useEffect, useRef } from "react";
import { Button } from "#app/core/ui/Button.tsx";
import { TextField } from "#app/core/ui/fields/fields.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { newViewPage, newViewPath, newViewSearch, viewPopoverPath } from "../paths.ts";

/** What is needed of the page of all choices. */
type ViewPage = {
  token: string;
  values: { role: string; pinned: boolean };
  errors: { name?: string };
};

/**
 * Saves the list as it is shown, by a name, without leaving it (views#save). The form is read when it is opened; without
 * scripting, or before it has been read, the name is taken along to the page of all choices.
 */
export function SaveView({ list }: { list: string }) {
  const opened = useFetcher<ViewPage>();
  const saving = useFetcher<ViewPage>();
  const popover = useRef<HTMLDetailsElement>(null);
  const href = newViewPath(list);
  const page = saving.data ?? opened.data;
  const isPending = saving.state !== "idle";

  function onToggle({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) {
    if (!currentTarget.open) return;
    opened.load(viewPopoverPath(list));
    currentTarget.querySelector<HTMLInputElement>("input[name=name]")?.focus();
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    if (isPending || !page) return;
    event.preventDefault();
    const { token, values } = page;
    const form = new FormData(event.currentTarget);
    form.set("token", token);
    form.set("role", values.role);
    if (values.pinned) form.set("pinned", "on");
    saving.submit(form, { method: "post", action: href });
  }

  // Saved, it has led to the list; else the field says what is wrong.
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !isPending && popover.current) {
      popover.current.open = saving.data !== undefined;
      popover.current.querySelector<HTMLElement>("[aria-invalid]")?.focus();
    }
    wasPending.current = isPending;
  }, [isPending, saving.data]);

  return (
    <details ref={popover} data-popup="" className="relative max-sm:hidden" onToggle={onToggle}>
      <summary className="btn btn-quiet unmarked" aria-label="Save this view" title="Save this view">
        <Icon name="bookmark" />
      </summary>
      <form className="popover" action={newViewPage} autoComplete="off" onSubmit={onSubmit}>
        <input type="hidden" name={newViewSearch.names.list} value={list} />
        <TextField
          label="Name of this view"
          name={newViewSearch.names.name}
          {...(page?.errors.name ? { errors: [page.errors.name] } : {})}
        />
        <div className="flex items-center justify-between gap-2">
          <a href={href}>More choices</a>
          <Button type="submit" variant="primary" aria-disabled={isPending || undefined}>
            Save
          </Button>
        </div>
      </form>
    </details>
  );
}
