/** Keys with what each does. */
export const KeyList = ({ keys }: { keys: readonly { shown: string; about: string }[] }) => (
  <dl className="grid-fill-[16rem] gap-x-6 gap-y-1">
    {keys.map(({ shown, about }) => (
      <div key={shown} className="flex gap-3">
        <dt className="min-w-[3.5rem]">
          <kbd>{shown}</kbd>
        </dt>
        <dd>{about}</dd>
      </div>
    ))}
  </dl>
);
