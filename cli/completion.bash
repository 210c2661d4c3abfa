# bash completion for tablier: the program itself says what may come.
_tablier()
{
    local line=${COMP_LINE:0:COMP_POINT} words last before

    # The words as typed: bash cuts them at = and : as well.
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    last=${words[${#words[@]} - 1]}
    mapfile -t COMPREPLY < <("${words[0]}" --complete "${words[@]:1}" 2>/dev/null)
    if [[ ${COMPREPLY[0]-} == @files ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "${last##*=}")
        return
    fi
    # What stands before the last = or : is not in bash's last word.
    before=${last%"${last##*[=:]}"}
    COMPREPLY=("${COMPREPLY[@]#"$before"}")
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=:] ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -F _tablier tablier
